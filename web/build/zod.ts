// SPDX-License-Identifier: Apache-2.0

/** Stands where `zod` is imported (vite.config.ts): set before the first schema is made, which is when zod looks. */
import { config } from 'zod/v4';

// The policy forbids code made of text; zod would try it, and browsers report the attempt.
config({ jitless: true });

export * from 'zod/v4';
