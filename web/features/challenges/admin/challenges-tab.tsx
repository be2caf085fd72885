// SPDX-License-Identifier: Apache-2.0

import { useSearchParams } from 'react-router';
import { Tabs } from '../../../ui/tabs.tsx';
import { AttemptList } from './attempt-list.tsx';
import { ChallengeList } from './challenge-list.tsx';

/** Challenges and attempts as two views: the address says which. */
export function ChallengesTab() {
  const [address, setAddress] = useSearchParams();
  return (
    <Tabs
      label="Challenges and attempts"
      value={address.get('view') === 'attempts' ? 'attempts' : 'challenges'}
      // Search and page of one view mean nothing to the other.
      onChange={(view) => setAddress(view === 'attempts' ? { view } : {}, { preventScrollReset: true })}
      tabs={[
        { value: 'challenges', label: 'Challenges', content: <ChallengeList /> },
        { value: 'attempts', label: 'Attempts', content: <AttemptList /> },
      ]}
    />
  );
}
