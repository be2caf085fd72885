// SPDX-License-Identifier: Apache-2.0

import { ButtonLink } from '../../ui/button.tsx';
import { CardShelf } from './card-shelf.tsx';
import { NewestWins } from './newest-wins.tsx';
import { OpenChallenges } from './open-challenges.tsx';
import { QuestionsSection } from './questions-section.tsx';
import { useLanding } from './use-landing.ts';

/** Below the sign-in card: open challenges, recent winners, and gift cards. */
export function LandingSections() {
  const landing = useLanding();
  return (
    <>
      <OpenChallenges landing={landing} />
      <NewestWins wins={landing?.winners ?? []} />
      <CardShelf landing={landing} />
      <QuestionsSection />
      <section aria-label="Begin" className="wrap grid justify-items-center gap-5 pt-6 pb-16 text-center">
        <p className="max-w-[40ch] text-balance font-display font-semibold text-2xl">
          Your first gift card is one match away.
        </p>
        <ButtonLink kind="main" to="/signup">
          Sign Up
        </ButtonLink>
      </section>
    </>
  );
}
