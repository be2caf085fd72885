// SPDX-License-Identifier: Apache-2.0

/** The parts of oidc-provider 9 that the sandbox uses; the package has no types. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  export interface Adapter {
    upsert(id: string, payload: StoredPayload, expiresInSeconds?: number): Promise<void>;
    find(id: string): Promise<StoredPayload | undefined>;
    findByUid(uid: string): Promise<StoredPayload | undefined>;
    findByUserCode(userCode: string): Promise<StoredPayload | undefined>;
    consume(id: string): Promise<void>;
    destroy(id: string): Promise<void>;
    revokeByGrantId(grantId: string): Promise<void>;
  }

  export interface StoredPayload {
    grantId?: string;
    consumed?: number;
    [key: string]: unknown;
  }

  export interface Interaction {
    uid: string;
    params: Record<string, string | undefined>;
  }

  interface Grant {
    addOIDCScope(scope: string): void;
    save(): Promise<string>;
  }

  export class Provider {
    constructor(issuer: string, configuration: Record<string, unknown>);
    readonly Grant: new (owner: {
      accountId: string;
      clientId: string;
    }) => Grant;
    readonly Client: { prototype: { redirectUriAllowed(uri: string): boolean } };
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>;
    on(event: 'server_error', listener: (context: unknown, error: Error) => void): this;
    interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<Interaction>;
    /** @returns the address at which the browser continues */
    interactionResult(request: IncomingMessage, response: ServerResponse, result: object): Promise<string>;
  }

  interface Prompt {
    name: string;
  }

  export const interactionPolicy: {
    base(): { add(prompt: Prompt): void };
    Prompt: new (options: { name: string; requestable: boolean }) => Prompt;
  };
}
