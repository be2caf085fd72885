// SPDX-License-Identifier: Apache-2.0

import { getMessage } from '../lib/api.ts';
import { Reference } from './reference.tsx';

/** What a request failed with, for anything that stands beside what it was for; of a fault, with its reference. */
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
