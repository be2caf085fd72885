// SPDX-License-Identifier: Apache-2.0

import type { SealedCopy } from '../../sealed-copy.ts';
import { formatUtc } from '../../times.ts';
import { copyText } from '../kept-copy.ts';
import type { PublicCheck } from '../public-record.ts';
import type { RecordFinding } from './compare-record.ts';

const outcomes: Partial<Record<RecordFinding['kind'], PublicCheck['outcome']>> = {
  agrees: 'agrees',
  differs: 'differs',
  missing: 'differs',
};

type Expired = Extract<RecordFinding, { kind: 'expired' }>;

export function toPublicCheck(finding: Exclude<RecordFinding, Expired>): PublicCheck {
  return {
    outcome: outcomes[finding.kind] ?? 'unchecked',
    ...describeFinding(finding),
    differences: finding.kind === 'differs' ? finding.differences : [],
    copy: null,
  };
}

/** @param sealed what the sealed ledger says about our copy */
export function toExpiredCheck({ kept }: Expired, sealed: SealedCopy): PublicCheck {
  const copy = copyText(kept);
  if (sealed.kind === 'wrong') {
    const text = `Don’t trust this receipt before support explains it: ${sealed.fault}.`;
    return { outcome: 'differs', title: 'Our copy isn’t the sealed one', text, differences: [], copy };
  }
  const text = `PUBG keeps matches for 14 days. This is our copy. ${describeSealedCopy(sealed)}`;
  return { outcome: 'unchecked', title: 'PUBG’s record has expired', text, differences: [], copy };
}

function describeSealedCopy(sealed: Exclude<SealedCopy, { kind: 'wrong' }>): string {
  switch (sealed.kind) {
    case 'sealed':
      return `This site’s sealed ledger has had its hash since ${formatUtc(sealed.sealedAt)}, in entry ${sealed.entry}: PUBG still had the record then.`;
    case 'unsealed':
      return 'The sealed ledger doesn’t have its hash. It has one only for a result whose fee was kept, and not for older results.';
    case 'unchecked':
      return `We couldn’t compare it with the sealed ledger: ${sealed.why}.`;
  }
}

function describeFinding(finding: Exclude<RecordFinding, Expired>): { title: string; text: string } {
  switch (finding.kind) {
    case 'agrees':
      return {
        title: 'PUBG’s record agrees',
        text: [
          finding.provesResult
            ? 'PUBG shows the same match, and it gives the same result.'
            : 'PUBG shows the same match and facts. They alone don’t prove the result.',
          'The record can’t show when the challenge was entered, or earlier matches.',
          ...(finding.isNameHidden
            ? ['The name is hidden, so we looked for anyone with this place and these kills.']
            : []),
          ...(finding.isByTelemetry
            ? ['The record alone leaves the start or kills of bots open. We read them from PUBG’s telemetry.']
            : []),
        ].join(' '),
      };
    case 'differs':
      return { title: 'PUBG’s record differs', text: 'Don’t trust this receipt before support explains it.' };
    case 'renamed':
      return {
        title: 'Not checked: this name isn’t in the match',
        text: 'Someone with this place and these kills is. The player may have changed the name since entry.',
      };
    case 'missing':
      return {
        title: 'PUBG has no such match',
        text: 'PUBG keeps matches for 14 days, so it should have this one.',
      };
    case 'limited':
      return { title: 'Not checked: PUBG limits requests', text: 'Try again in a minute.' };
    case 'unreadable':
      return { title: 'Not checked: PUBG’s answer is unreadable', text: `It was ${finding.detail}.` };
    case 'unreachable':
      return { title: 'Not checked: PUBG didn’t answer', text: `The reason: ${finding.detail}.` };
  }
}
