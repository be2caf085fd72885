// SPDX-License-Identifier: Apache-2.0

import { getMessage } from '../lib/api.ts';
import { Reference } from './reference.tsx';

/** A failure's message, for use beside what failed; after a server fault, with its reference. */
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
