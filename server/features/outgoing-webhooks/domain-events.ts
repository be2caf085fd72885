// SPDX-License-Identifier: Apache-2.0

/** What this feature tells the others. */
declare module '../../platform/jobs/outbox.ts' {
  interface DomainEvents {
    /** An endpoint was turned off by itself; told to those who may turn it on again. Not its path, which may hold a secret. */
    'webhook.turned-off': {
      endpointId: string;
      playerId: string;
      host: string;
      reason: 'failing' | 'gone';
      /** When, as ISO 8601. */
      at: string;
    };
  }
}

export {};
