// SPDX-License-Identifier: Apache-2.0

import { VerdictTrial } from '../../features/challenges/verdict-trial.tsx';
import { useToken } from '../../lib/session.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Page, PagePart } from '../../ui/page.tsx';
import { DecisionSteps } from '../home/decision-steps.tsx';
import { useLanding } from '../landing/use-landing.ts';
import { pageMeta } from '../page-meta.ts';

export const meta = () =>
  pageMeta({
    title: 'How results are decided',
    description: 'Checked before you pay, decided by one match, and open for anyone to re-check.',
    path: '/proof',
  });

/** How results are decided, with a receipt to try it on. */
export default function ProofPage() {
  const challenges = useLanding()?.challenges;
  const isPlayer = useToken() !== null;
  return (
    <Page
      title="How results are decided"
      intro="Your public stats before and after one match decide. Anyone can check the result."
    >
      <DecisionSteps level="h2" />
      <PagePart title="Try a match">
        <VerdictTrial challenges={challenges} />
      </PagePart>
      <div>
        <ButtonLink kind="main" to={isPlayer ? '/home#challenges' : '/signup'}>
          {isPlayer ? 'View Challenges' : 'Sign Up'}
        </ButtonLink>
      </div>
    </Page>
  );
}
