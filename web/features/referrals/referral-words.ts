// SPDX-License-Identifier: Apache-2.0

import type { Referral } from '../../../contract/referrals.ts';
import { formatDate } from '../../lib/format.ts';

const names: Record<Referral['status'], string> = {
  signed_up: 'Signed up',
  qualified: 'Counts',
  in_review: 'In review',
  not_counted: 'Not counted',
};

/** A referral's state, in a word or two. */
export function getStatus({ status }: Pick<Referral, 'status'>): string {
  return names[status] ?? names.signed_up;
}

/** That state explained in a sentence (docs/rules/referrals.md). */
export function getMeaning({ status, qualifiedAt }: Pick<Referral, 'status' | 'qualifiedAt'>): string {
  if (status === 'qualified') {
    return qualifiedAt ? `Counted on ${formatDate(qualifiedAt)}: 1 referral token.` : '1 referral token.';
  }
  if (status === 'in_review') return 'Finished a first challenge. Our team is checking it.';
  if (status === 'not_counted') return 'Our team checked it and didn’t count it.';
  return 'Counts after a first finished challenge, won or lost.';
}
