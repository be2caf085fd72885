// SPDX-License-Identifier: Apache-2.0

import { useState } from 'react';
import type { NotificationSettings, QuietHours } from '../../../contract/notification-settings.ts';
import { getTimeZone, isOffset } from '../../lib/time-zone.ts';
import { TextField } from '../../ui/field.tsx';
import { Switch } from '../../ui/switch.tsx';
import { useChangeChoices } from './settings-api.ts';

const first = { from: '22:00', until: '08:00' };

/** Quiet hours, in the time zone of the player who sets them. */
export function QuietHoursForm({ settings }: { settings: NotificationSettings }) {
  const changing = useChangeChoices();
  const { quietHours } = settings;
  const timeZone = getTimeZone();
  const save = (next: QuietHours | null) => changing.mutateAsync(() => ({ quietHours: next }));
  return (
    <div className="grid gap-4 border-line-soft border-b px-5 py-5">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <div className="min-w-[min(11rem,100%)] flex-1">
          <h3 className="text-base">Quiet hours</h3>
          <p className="mt-1 max-w-[60ch] text-muted text-sm">We’ll send anything you missed afterwards.</p>
        </div>
        <Switch
          label="Quiet hours"
          words={{ on: 'On', off: 'Off' }}
          checked={quietHours !== null}
          onChange={(isOn) => save(isOn ? { ...first, timeZone } : null)}
        />
      </div>
      {quietHours && <Times hours={quietHours} onSave={save} />}
    </div>
  );
}

function Times({ hours, onSave }: { hours: QuietHours; onSave: (hours: QuietHours) => Promise<unknown> }) {
  // Stores only the edited time; the other one follows the saved settings.
  const [typed, setTyped] = useState<{ from?: string; until?: string }>({});
  const { from, until } = { ...hours, ...typed };
  const error = from === until ? 'Choose a different end time' : undefined;
  const timeZone = getTimeZone();
  const isChanged = from !== hours.from || until !== hours.until;
  async function save(): Promise<void> {
    if (!from || !until || error) return;
    if (isChanged) await onSave({ from, until, timeZone });
    // Keeps edits made meanwhile.
    setTyped((now) => (now === typed ? {} : now));
  }
  return (
    <div className="grid gap-3">
      <div className="grid max-w-96 grid-cols-2 gap-4">
        <TextField
          label="From"
          type="time"
          value={from}
          onChange={({ target }) => setTyped({ ...typed, from: target.value })}
          onBlur={() => void save().catch(() => {})}
        />
        <TextField
          label="Until"
          type="time"
          value={until}
          error={error}
          onChange={({ target }) => setTyped({ ...typed, until: target.value })}
          onBlur={() => void save().catch(() => {})}
        />
      </div>
      <p className="text-muted text-sm">
        {isOffset(hours.timeZone)
          ? `In your time (UTC${hours.timeZone}). Your browser hides your time zone, so set them again when the clocks change.`
          : `In your time (${hours.timeZone.replaceAll('_', ' ')}).`}
      </p>
    </div>
  );
}
