// SPDX-License-Identifier: Apache-2.0

import { type ErrorCode, errorMessage, errors } from '../../contract/errors.ts';

/** @param code of contract/errors.ts, from `?error=`; unknown codes read as our own fault */
export default function SignInErrorText({ code }: { code: string }) {
  return errorMessage(Object.hasOwn(errors, code) ? (code as ErrorCode) : 'internal');
}
