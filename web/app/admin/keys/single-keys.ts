// SPDX-License-Identifier: Apache-2.0

import { useEffect, useState } from 'react';
import { deviceStorage } from '../../../lib/device-storage.ts';

const key = 'dashboardSingleKeys';
const editable = 'input, textarea, select, [contenteditable], [role=combobox], [role=listbox], [role=menu]';

const areSingleKeysOn = () => deviceStorage.getItem(key) !== 'off';

/**
 * Whether keys without a modifier work in the dashboard. Users of voice control and people with tremor press them by
 * mistake, so they can be turned off in this browser (WCAG 2.1.4).
 */
export function useSingleKeysOn(): [isOn: boolean, set: (isOn: boolean) => void] {
  const [isOn, setOn] = useState(areSingleKeysOn);
  return [
    isOn,
    (next) => {
      if (next) deviceStorage.removeItem(key);
      else deviceStorage.setItem(key, 'off');
      setOn(next);
    },
  ];
}

/** Whether a key press is a command: not typed into a field, and not meant for an open dialog. */
function isCommand({ target, ctrlKey, metaKey, altKey, isComposing, repeat }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey || isComposing || repeat) return false;
  if (target instanceof Element && target.closest(editable)) return false;
  return !document.querySelector('[role$=dialog]');
}

/**
 * Runs the command of a pressed key, unless single keys are off.
 * @param commands by the character that the key types, such as "?"
 */
export function useSingleKeys(commands: Readonly<Record<string, () => void>>): void {
  useEffect(() => {
    function press(event: KeyboardEvent): void {
      const command = Object.hasOwn(commands, event.key) ? commands[event.key] : undefined;
      if (!command || !isCommand(event) || !areSingleKeysOn()) return;
      event.preventDefault();
      command();
    }
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [commands]);
}
