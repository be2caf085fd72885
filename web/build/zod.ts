// SPDX-License-Identifier: Apache-2.0

/**
 * Replaces `zod` in imports (vite.config.ts): zod reads its configuration when the first schema is created, so it is set
 * before.
 */
import { config } from 'zod/v4';

// The policy forbids code made from text; zod would try it, and browsers report the attempt.
config({ jitless: true });

export * from 'zod/v4';
