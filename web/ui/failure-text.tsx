// SPDX-License-Identifier: Apache-2.0

import { getMessage } from '../lib/api.ts';
import { Reference } from './reference.tsx';

/** The message of a failure, next to what failed. After a server error it includes the reference. */
export function FailureText({
  error,
  before = '',
  after = '',
}: {
  error: unknown;
  before?: string;
  after?: string;
}) {
  return (
    <>
      {before}
      {getMessage(error)}
      {after}
      <Reference error={error} onlyFaults className="justify-start" />
    </>
  );
}
