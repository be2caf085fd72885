// SPDX-License-Identifier: Apache-2.0

import { useState } from 'react';
import type { PageChoices as Choices } from '../../../contract/player-pages.ts';
import { Card } from '../../ui/card.tsx';
import { PagePart } from '../../ui/page.tsx';
import { Switch } from '../../ui/switch.tsx';
import { usePageChanges } from './api.ts';

const parts: readonly { name: keyof Choices; text: string }[] = [
  { name: 'showsWins', text: 'Challenges you won, and the results you listed' },
  { name: 'showsBests', text: 'Your bests' },
  { name: 'showsAchievements', text: 'Your achievements' },
];

/** On the player's own page: chooses what others see there. */
export function PageChoices({ choices }: { choices: Choices }) {
  const { choose } = usePageChanges();
  // Each change sends all choices, so only one runs at a time; otherwise one could undo another.
  const [saving, setSaving] = useState<keyof Choices>();
  async function change(name: keyof Choices, isShown: boolean): Promise<void> {
    setSaving(name);
    await choose({ ...choices, [name]: isShown }).finally(() => setSaving(undefined));
  }
  return (
    <PagePart title="What others see">
      <Card inside="grid gap-4 p-5">
        {parts.map(({ name, text }) => (
          <div key={name} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
            <span aria-hidden="true">{text}</span>
            <Switch
              label={text}
              checked={choices[name]}
              words={{ on: 'Shown', off: 'Hidden' }}
              disabled={saving !== undefined && saving !== name}
              onChange={(isShown) => change(name, isShown)}
            />
          </div>
        ))}
        <p className="text-muted text-sm">Signed-in players see your handle and avatar.</p>
      </Card>
    </PagePart>
  );
}
