// SPDX-License-Identifier: Apache-2.0

/** The domain events that this feature publishes. */
declare module '../../platform/jobs/outbox.ts' {
  interface DomainEvents {
    /**
     * An endpoint was turned off automatically; for the users who may turn it on again. Without its path, which may
     * contain a secret.
     */
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
