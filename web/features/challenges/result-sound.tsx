// SPDX-License-Identifier: Apache-2.0

import { storageFailed } from '../../lib/device-storage.ts';
import { Card } from '../../ui/card.tsx';
import { PagePart } from '../../ui/page.tsx';
import { Switch } from '../../ui/switch.tsx';
import { notify } from '../../ui/toast.tsx';
import { playTune } from './result-feel.ts';
import { useResultSound } from './use-result-sound.ts';

/** Turns the sound of results on and off, outside the result dialog. */
export function ResultSound() {
  const { isOn, turn } = useResultSound();
  async function change(next: boolean): Promise<void> {
    if (!turn(next)) notify.requestFailed(storageFailed);
    else if (next) playTune('SUCCESS');
  }
  return (
    <PagePart title="Sound">
      <Card inside="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 p-5">
        <div className="min-w-[min(11rem,100%)] flex-1">
          <h3 className="text-base">Results</h3>
          <p className="text-muted text-sm">
            Play a short tune in this browser when your challenge is decided.
          </p>
        </div>
        <Switch label="Sound of results" checked={isOn} words={{ on: 'On', off: 'Off' }} onChange={change} />
      </Card>
    </PagePart>
  );
}
