// SPDX-License-Identifier: Apache-2.0

import { useQuery } from '@tanstack/react-query';
import { type NotificationSettings, outsideKinds } from '../../../contract/notification-settings.ts';
import { getMessage } from '../../lib/api.ts';
import { profileQuery } from '../../lib/query.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { PagePart } from '../../ui/page.tsx';
import { ErrorPanel } from '../../ui/panels.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { Switch } from '../../ui/switch.tsx';
import { DeviceList } from './device-list.tsx';
import { QuietHoursForm } from './quiet-hours-form.tsx';
import { settingsQuery, useChangeChoices, useSilence } from './settings-api.ts';
import { ThisDevice } from './this-device.tsx';

const words: Record<(typeof outsideKinds)[number], { title: string; text: string }> = {
  result: { title: 'Results', text: 'Your challenge is decided.' },
  gift_card: { title: 'Deliveries', text: 'A gift card is ready, or has a new code.' },
  giveaway: { title: 'Draws', text: 'A giveaway you entered is drawn.' },
  streak: { title: 'Streaks', text: 'Your streak ends at midnight UTC.' },
  restock: { title: 'Restocks', text: 'A gift card you’re waiting for is back.' },
  friend: { title: 'Friends', text: 'Someone sends a friend request, or a friend wins.' },
};

/** Which notifications the player gets outside these pages, quiet hours, and devices. */
export function NotificationSettingsPart() {
  const { data, error, refetch } = useQuery(settingsQuery);
  const playerId = useQuery(profileQuery).data?._id;
  const silencing = useSilence();
  return (
    <PagePart
      title="Notification settings"
      aside={
        <Button size="sm" busy={silencing.isPending && 'One moment...'} onClick={() => silencing.mutate()}>
          Turn off everywhere
        </Button>
      }
    >
      {data && playerId ? (
        <Card>
          <ThisDevice playerId={playerId} />
          <Kinds settings={data} />
          <QuietHoursForm settings={data} />
          <DeviceList devices={data.devices} />
        </Card>
      ) : error ? (
        <ErrorPanel error={error} message={getMessage(error)} onRetry={() => void refetch()} />
      ) : (
        <Loading label="Loading notification settings...">
          <Skeleton className="cut h-120" />
        </Loading>
      )}
    </PagePart>
  );
}

const channels = [
  { name: 'push', label: 'Devices' },
  { name: 'mail', label: 'Daily mail' },
] as const;

function Kinds({ settings }: { settings: NotificationSettings }) {
  const changing = useChangeChoices();
  const { canMail } = settings;
  const choose = (channel: 'push' | 'mail', kind: (typeof outsideKinds)[number], isOn: boolean) =>
    changing.mutateAsync((known) => {
      const rest = known[channel].filter((one) => one !== kind);
      return { [channel]: isOn ? [...rest, kind] : rest };
    });
  return (
    <div className="border-line-soft border-b px-5 py-2">
      <ul>
        {outsideKinds.map((kind) => (
          <li
            key={kind}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-line-soft border-b py-3.5 last:border-b-0"
          >
            <div className="min-w-[min(11rem,100%)] flex-1 max-sm:basis-full">
              <h3 className="text-base">{words[kind].title}</h3>
              <p className="text-muted text-sm">{words[kind].text}</p>
            </div>
            {channels.map(({ name, label }) => (
              <div key={name} className="grid w-28 gap-1 text-sm">
                <span aria-hidden="true" className="text-muted text-xs">
                  {label}
                </span>
                <Switch
                  label={`${words[kind].title}: ${label}`}
                  words={{ on: 'On', off: 'Off' }}
                  checked={settings[name].includes(kind)}
                  disabled={name === 'mail' && !canMail}
                  onChange={(isOn) => choose(name, kind, isOn)}
                />
              </div>
            ))}
          </li>
        ))}
      </ul>
      {!canMail && (
        <p className="pb-3 text-muted text-sm">
          The daily mail needs a verified e-mail address. Verify yours at Google or Discord, then sign in
          again.
        </p>
      )}
    </div>
  );
}
