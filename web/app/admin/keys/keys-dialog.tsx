// SPDX-License-Identifier: Apache-2.0

import { Dialog } from '../../../ui/dialog.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { verbNames, verbs } from '../palette/verbs.ts';

const control = () => (/Mac/.test(navigator.userAgent) ? '⌘' : 'Ctrl');
const keys = [
  { keys: () => [control(), 'K'], does: 'Go to a tab, view, user, card, attempt or order' },
  ...verbNames.map((verb) => ({
    keys: () => [verbs[verb].example],
    does: `In Go to: ${verbs[verb].does}`,
  })),
  { keys: () => ['/'], does: 'Search this list' },
  { keys: () => ['z'], does: 'Undo the last change' },
  { keys: () => ['j', 'k'], does: 'Inbox and overview: next, previous' },
  { keys: () => ['Enter'], does: 'Inbox and overview: open' },
  { keys: () => ['e'], does: 'Inbox and overview: deliver, decide, approve' },
  { keys: () => ['?'], does: 'Show these keys' },
  { keys: () => [control(), 'Enter'], does: 'In a dialog: its main button, such as Save' },
  { keys: () => ['Esc'], does: 'Close a dialog or a menu' },
] as const;

/** Lists the dashboard's keys, and turns those without a modifier on or off. */
export function KeysDialog({
  onClose,
  isOn,
  onChange,
}: {
  onClose: () => void;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}) {
  return (
    <Dialog open onClose={onClose} title="Keyboard shortcuts">
      <dl className="grid gap-3">
        {keys.map(({ keys, does }) => (
          <div key={does} className="flex items-center justify-between gap-4">
            <dt>{does}</dt>
            <dd className="flex shrink-0 gap-1">
              {keys().map((each) => (
                <kbd key={each} className="num min-w-8 bg-ink-3 px-2 py-1 text-center text-sm">
                  {each}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <div className="mt-5 flex flex-wrap items-center justify-between gap-3 border-line border-t pt-5">
        <span>Single-key shortcuts</span>
        <Switch
          label="Single-key shortcuts"
          words={{ on: 'On', off: 'Off' }}
          checked={isOn}
          onChange={(next) => {
            onChange(next);
            return undefined;
          }}
        />
      </div>
    </Dialog>
  );
}
