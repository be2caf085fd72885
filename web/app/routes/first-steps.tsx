// SPDX-License-Identifier: Apache-2.0

import { useLatestAttempt } from '../../features/challenges/use-attempts.ts';
import { TestCards } from '../../features/coins/test-cards.tsx';
import { useSandbox, writtenSandbox } from '../../lib/sandbox.ts';
import { useToken } from '../../lib/session.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Page, PagePart } from '../../ui/page.tsx';
import { FirstChallenge } from '../first-steps/first-challenge.tsx';
import { People, useSignedInEmail } from '../first-steps/people.tsx';
import { Places } from '../first-steps/places.tsx';
import { pageMeta } from '../page-meta.ts';
import type { PageHandle } from '../shell/page-handle.ts';
import { NotFoundScreen, meta as notFoundMeta } from './not-found.tsx';

/** The page exists only in a full sandbox. The server decides the same way (server/platform/http/web-pages.ts). */
const isMissing = !import.meta.env.SSR && !import.meta.env.DEV && !writtenSandbox?.isWhole;

export const meta = () => (isMissing ? notFoundMeta() : ownMeta());
const ownMeta = () => [
  ...pageMeta({ title: 'First steps', description: 'Try the sandbox in five minutes.' }),
  { name: 'robots', content: 'noindex' },
];

/** Visitors begin here (web/app/shell/shell.tsx). */
export const handle: PageHandle = { isOpen: true };

export default () => (isMissing ? <NotFoundScreen /> : <FirstSteps />);

/** A tour of the sandbox for newcomers: choose who to be, win, pay, look around. */
function FirstSteps() {
  const url = useSandbox()?.url;
  const token = useToken();
  const { data: attempt } = useLatestAttempt();
  const isIn = token !== null;
  return (
    <Page title="First steps" intro="No real accounts, no real money. Win your first prize in five minutes.">
      <PagePart title="Choose who to be" aside={<WhoIsIn isIn={isIn} />}>
        <People url={url} isNext={!isIn} />
      </PagePart>
      <PagePart title="Win your first challenge">
        <FirstChallenge url={url} isNext={isIn && attempt === null} />
      </PagePart>
      <PagePart title="Pay for coins">
        <Card inside="grid gap-5 p-5 sm:p-6">
          <p className="text-soft text-sm">
            Copy a test card, choose a coin pack and pay. Any future date and any CVC work.
          </p>
          <TestCards className="sm:grid-cols-2 xl:grid-cols-4" />
          <div>
            <ButtonLink to="/trade-coins" {...(isIn && attempt?.status === 'SUCCESS' && { kind: 'main' })}>
              Choose a coin pack
            </ButtonLink>
          </div>
        </Card>
      </PagePart>
      <PagePart title="Look around">
        <Places url={url} />
      </PagePart>
    </Page>
  );
}

function WhoIsIn({ isIn }: { isIn: boolean }) {
  const email = useSignedInEmail();
  return (
    // Keeps its own line on phones, even before it is known who is signed in.
    <p className="min-h-6 text-muted text-sm max-sm:w-full" role="status">
      {!isIn && 'You’re not signed in.'}
      {email && (
        <>
          Signed in as <span className="wrap-anywhere font-medium text-text">{email}</span>
        </>
      )}
    </p>
  );
}
