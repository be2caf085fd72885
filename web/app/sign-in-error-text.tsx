// SPDX-License-Identifier: Apache-2.0

import { type ErrorCode, errorMessage, errors } from '../../contract/errors.ts';

/** @param code of contract/errors.ts, as in `?error=`; an unknown one reads as a fault of ours */
export default function SignInErrorText({ code }: { code: string }) {
  return errorMessage(Object.hasOwn(errors, code) ? (code as ErrorCode) : 'internal');
}
