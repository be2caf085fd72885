// SPDX-License-Identifier: Apache-2.0

import { InvalidArgumentError } from 'commander';

/**
 * Parses a moment written by the operator. The time zone is required, because otherwise the result would depend on the
 * machine.
 */
export function parseMoment(text: string): Date {
  const moment = new Date(text);
  if (Number.isNaN(moment.getTime()) || !/(Z|[+-]\d\d:\d\d)$/.test(text)) {
    throw new InvalidArgumentError('It must be a time with its zone, such as 2026-11-23T12:00:00Z.');
  }
  return moment;
}
