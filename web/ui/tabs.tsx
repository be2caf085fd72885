// SPDX-License-Identifier: Apache-2.0

import { Tabs as Base } from '@base-ui/react/tabs';
import { type ReactNode, useEffect, useRef } from 'react';
import { cx } from '../lib/class-names.ts';

export interface Tab {
  value: string;
  label: string;
  content: ReactNode;
}

/** Scrolls the chosen tab to the middle of the bar, without moving the page. */
function showTab(list: HTMLElement, value: string): void {
  const tab = [...list.children].find((one) => (one as HTMLElement).dataset.tab === value);
  if (!tab) return;
  const [line, place] = [list.getBoundingClientRect(), tab.getBoundingClientRect()];
  list.scrollLeft += place.left - line.left - (line.width - place.width) / 2;
}

/** Tabs whose choice the caller keeps (in the URL): one line, which scrolls sideways if it is too long. */
export function Tabs({
  label,
  tabs,
  value,
  onChange,
}: {
  label: string;
  tabs: readonly Tab[];
  value: string;
  onChange: (value: string) => void;
}) {
  const chosen = tabs.find((tab) => tab.value === value);
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const line = list.current;
    if (!line) return undefined;
    // Runs on the first observation too.
    const watch = new ResizeObserver(() => showTab(line, value));
    watch.observe(line);
    return () => watch.disconnect();
  }, [value]);
  return (
    <Base.Root className="min-w-0" value={value} onValueChange={(next) => onChange(String(next))}>
      <Base.List
        ref={list}
        aria-label={label}
        className="flex overflow-x-auto sm:gap-x-1 shadow-[inset_0_-1px_var(--color-line)] [scrollbar-width:none]"
      >
        {tabs.map((tab) => (
          <Base.Tab
            key={tab.value}
            value={tab.value}
            data-tab={tab.value}
            className={cx(
              'min-h-12 shrink-0 border-transparent border-b-2 px-2 font-display font-semibold text-muted sm:px-4',
              'transition-colors duration-100 hover:text-text data-[active]:border-gold data-[active]:text-text',
              'focus-visible:outline-offset-[-4px]',
            )}
          >
            {tab.label}
          </Base.Tab>
        ))}
      </Base.List>
      {/* Only the chosen panel: Base UI keeps the other one for a frame of exit animation, which we do not have. */}
      {chosen && (
        <Base.Panel key={chosen.value} value={chosen.value} className="pt-6 outline-offset-4">
          {chosen.content}
        </Base.Panel>
      )}
    </Base.Root>
  );
}
