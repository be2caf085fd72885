// SPDX-License-Identifier: Apache-2.0

import { useEffect, useMemo, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Search } from '../../../ui/icons/search.ts';
import { lazyDialog } from '../../../ui/lazy-dialog.tsx';
import { useSingleKeys, useSingleKeysOn } from '../keys/single-keys.ts';
import type { DashboardTab } from '../tabs.ts';
import type { PaletteDeed } from './deeds.tsx';

const Palette = lazyDialog(async () => (await import('./command-palette.tsx')).CommandPalette);
const Keys = lazyDialog(async () => (await import('../keys/keys-dialog.tsx')).KeysDialog);

/**
 * Opens the palette. Ctrl+K or Command+K does the same anywhere in the dashboard, unless another dialog is open. `/`
 * focuses the search of the open list, or opens the palette if it has none. `?` shows the keys, and `z` undoes the
 * change that the newest toast announces.
 */
export function PaletteButton({ tabs }: { tabs: readonly DashboardTab[] }) {
  const [isOpen, setOpen] = useState(false);
  const [deed, ask] = useState<PaletteDeed>();
  const [showsKeys, showKeys] = useState(false);
  const [isOn, turn] = useSingleKeysOn();
  const commands = useMemo(
    () => ({
      '?': () => showKeys(true),
      z: () => document.querySelector<HTMLElement>('[data-toast-action=Undo]')?.click(),
      '/': () => {
        const field = document.querySelector<HTMLElement>('main input[type=search]');
        if (field) field.focus();
        else setOpen(true);
      },
    }),
    [],
  );
  useSingleKeys(commands);
  useEffect(() => {
    function press(event: KeyboardEvent): void {
      if (event.key.toLowerCase() !== 'k' || event.altKey || event.shiftKey) return;
      if (!(event.metaKey || event.ctrlKey) || (!isOpen && document.querySelector('[role$=dialog]'))) return;
      event.preventDefault();
      setOpen((before) => !before);
    }
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [isOpen]);
  return (
    <>
      <Button
        size="sm"
        className="lg:grow lg:justify-start lg:px-3"
        icon={<Search size={16} aria-hidden="true" />}
        aria-keyshortcuts="Control+K Meta+K"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <span className="max-sm:sr-only">Go to</span>
        <span aria-hidden="true" className="num text-muted text-xs max-sm:hidden lg:ml-auto">
          {/Mac/.test(navigator.userAgent) ? '⌘ K' : 'Ctrl K'}
        </span>
      </Button>
      {isOpen && <Palette tabs={tabs} onAsk={ask} onClose={() => setOpen(false)} />}
      {deed?.dialog(() => ask(undefined))}
      {showsKeys && <Keys isOn={isOn} onChange={turn} onClose={() => showKeys(false)} />}
    </>
  );
}
