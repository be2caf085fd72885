// SPDX-License-Identifier: Apache-2.0

import { SharedReceiptScreen } from '../../features/challenges/shared-receipt-screen.tsx';
import { WelcomeCoins } from '../landing/welcome-coins.tsx';
import { pageMeta } from '../page-meta.ts';

/** Players choose whom they give this link to, so search engines stay out. */
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
