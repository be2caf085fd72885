import { PastChallenges } from '../../features/challenges/past-challenges.tsx';
import { Page } from '../../ui/page.tsx';
import { pageTitle } from '../brand.ts';

export const meta = () => [{ title: pageTitle('Past Challenges') }];

export default function PastChallengesPage() {
  return (
    <Page title="Past Challenges" intro="Every result comes with the readings that decided it.">
      <PastChallenges />
    </Page>
  );
}
