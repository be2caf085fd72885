import { SharedReceiptScreen } from '../../features/challenges/shared-receipt-screen.tsx';
import { WelcomeCoins } from '../landing/welcome-coins.tsx';
import { pageMeta } from '../page-meta.ts';
import type { PageHandle } from '../shell/shell.tsx';

/** A link for people, who choose whom they give it to: search engines stay out. */
export const meta = () => [
  ...pageMeta({
    title: 'Receipt',
    description: 'A result, with the readings that decided it.',
    isNamed: true,
  }),
  { name: 'robots', content: 'noindex' },
];

/** Visitors may open it (web/app/shell/shell.tsx). */
export const handle: PageHandle = { isOpen: true };

export default function SharedReceipt() {
  return <SharedReceiptScreen welcome={<WelcomeCoins />} />;
}
