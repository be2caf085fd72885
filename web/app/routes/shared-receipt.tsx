// SPDX-License-Identifier: Apache-2.0

import { SharedReceiptScreen } from '../../features/challenges/shared-receipt-screen.tsx';
import { WelcomeCoins } from '../landing/welcome-coins.tsx';
import { pageMeta } from '../page-meta.ts';

/** Players choose who gets this link, so search engines must not index it. */
export const meta = () => [
  ...pageMeta({
    title: 'Receipt',
    description: 'A result, with the stats that decided it.',
    isNamed: true,
  }),
  { name: 'robots', content: 'noindex' },
];

export default function SharedReceipt() {
  return <SharedReceiptScreen welcome={<WelcomeCoins />} />;
}
