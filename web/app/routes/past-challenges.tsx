// SPDX-License-Identifier: Apache-2.0

import { PastChallenges } from '../../features/challenges/past-challenges.tsx';
import { PushOfferRoom } from '../../features/notifications/push-offer-line.tsx';
import { Page } from '../../ui/page.tsx';
import { lazyPart } from '../../ui/part.tsx';
import { pageMeta } from '../page-meta.ts';
import type { PageHandle } from '../shell/page-handle.ts';

const PushOffer = lazyPart(
  async () => (await import('../../features/notifications/push-offer.tsx')).PushOffer,
  { placeholder: <PushOfferRoom /> },
);

export const handle: PageHandle = { isForWaiting: true };

export const meta = () =>
  pageMeta({ title: 'Past Challenges', description: 'Your results, with the stats that decided them.' });

export default function PastChallengesPage() {
  return (
    <Page title="Past Challenges" intro="Every result comes with the stats that decided it.">
      <PastChallenges offer={<PushOffer />} />
    </Page>
  );
}
