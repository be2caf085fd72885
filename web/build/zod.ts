// SPDX-License-Identifier: Apache-2.0

/**
 * Replaces `zod` in imports (vite.config.ts). zod reads its configuration when the first schema is created, so this
 * sets the configuration first.
 */
import { config } from 'zod/v4';

// The policy forbids code from text. zod would try it anyway, and browsers would report the attempt.
config({ jitless: true });

export * from 'zod/v4';
