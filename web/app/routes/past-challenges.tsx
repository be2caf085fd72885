import { pageTitle } from '../brand.ts';

export const meta = () => [{ title: pageTitle('Past Challenges') }];

export default function PastChallengesPage() {
  return (
    <main className="wrap py-10">
      <h1 className="text-3xl">Past Challenges</h1>
    </main>
  );
}
