// SPDX-License-Identifier: Apache-2.0

import { VerdictTrial } from '../../features/challenges/verdict-trial.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { DecisionSteps } from '../home/decision-steps.tsx';
import { CardShelf } from './card-shelf.tsx';
import { LandingSection } from './landing-section.tsx';
import { NewestWins } from './newest-wins.tsx';
import { OpenChallenges } from './open-challenges.tsx';
import { QuestionsSection } from './questions-section.tsx';
import { useLanding } from './use-landing.ts';

/** Below the sign-in card of the landing page: what is open, how it is decided, what coins buy. */
export function LandingSections() {
  const landing = useLanding();
  return (
    <>
      <OpenChallenges landing={landing} />
      <NewestWins wins={landing?.winners ?? []} />
      <LandingSection
        id="proof"
        title="Proof, to play with"
        intro="Change the match and watch the verdict. Real results keep their readings, and anyone with the link can run the same check."
      >
        <VerdictTrial challenges={landing?.challenges} />
      </LandingSection>
      <LandingSection title="Decided in three steps">
        <DecisionSteps level="h3" />
      </LandingSection>
      <CardShelf landing={landing} />
      <QuestionsSection />
      <section aria-label="Begin" className="wrap grid justify-items-center gap-5 pt-6 pb-16 text-center">
        <p className="max-w-[40ch] text-balance font-display font-semibold text-2xl">
          One match away from your first receipt.
        </p>
        <ButtonLink kind="main" to="/signup">
          Sign Up
        </ButtonLink>
      </section>
    </>
  );
}
