// SPDX-License-Identifier: Apache-2.0

import { lazyPart } from '../ui/part.tsx';

/** Why the last sign-in failed. Its texts load only when needed. */
export const SignInErrorText = lazyPart(async () => (await import('./sign-in-error-text.tsx')).default, {
  failure: () => 'You aren’t signed in. Sign in again.',
});
