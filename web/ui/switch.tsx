// SPDX-License-Identifier: Apache-2.0

import { Switch as Base } from '@base-ui/react/switch';
import { useState } from 'react';
import { cx } from '../lib/class-names.ts';

/**
 * Turns one thing on or off immediately, with the state in words next to it. `label` is its name for screen readers. It
 * shows the chosen state and ignores further presses until `onChange` is done. If that fails it switches back; the call
 * has announced the failure by then.
 */
export function Switch({
  label,
  checked,
  words: { on, off } = { on: 'Active', off: 'Inactive' },
  disabled,
  onChange,
}: {
  label: string;
  checked: boolean;
  words?: { on: string; off: string };
  disabled?: boolean;
  onChange: (checked: boolean) => Promise<unknown> | undefined;
}) {
  const [chosen, choose] = useState<boolean>();
  async function change(next: boolean): Promise<void> {
    if (chosen !== undefined) return;
    choose(next);
    await onChange(next)?.catch(() => undefined);
    choose(undefined);
  }
  const isOn = chosen ?? checked;
  return (
    <span className="inline-flex flex-wrap items-center gap-2.5 sm:flex-nowrap">
      <Base.Root
        aria-label={label}
        checked={isOn}
        aria-busy={chosen !== undefined}
        disabled={disabled}
        onCheckedChange={(next) => void change(next)}
        className={cx(
          'inline-flex h-6 w-11 shrink-0 cursor-pointer items-center border p-0.5 transition-colors duration-100',
          'border-edge bg-ink hover:border-muted data-[checked]:border-storm data-[checked]:bg-storm-deep data-[disabled]:cursor-default data-[disabled]:opacity-50',
        )}
      >
        <Base.Thumb className="block size-4.5 bg-muted transition-transform duration-100 data-[checked]:translate-x-5 data-[checked]:bg-storm-soft" />
      </Base.Root>
      {isOn ? on : off}
    </span>
  );
}
