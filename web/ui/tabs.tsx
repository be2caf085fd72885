// SPDX-License-Identifier: Apache-2.0

import { Tabs as Base } from '@base-ui/react/tabs';
import { type ReactNode, useEffect, useRef } from 'react';
import { cx } from '../lib/class-names.ts';

export interface Tab {
  value: string;
  label: string;
  content: ReactNode;
}

/** Scrolls the bar to show the chosen tab in the middle, without moving the page. */
function showTab(list: HTMLElement, value: string): void {
  const tab = [...list.children].find((one) => (one as HTMLElement).dataset.tab === value);
  if (!tab) return;
  const [line, place] = [list.getBoundingClientRect(), tab.getBoundingClientRect()];
  list.scrollLeft += place.left - line.left - (line.width - place.width) / 2;
}

/** Tabs whose choice the caller stores (in the URL). One line, which scrolls sideways if too long. */
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
    // Also runs on the first observation.
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
      {/* Renders only the chosen panel. Base UI would keep the other one for an exit animation, which we don't have. */}
      {chosen && (
        <Base.Panel key={chosen.value} value={chosen.value} className="pt-6 outline-offset-4">
          {chosen.content}
        </Base.Panel>
      )}
    </Base.Root>
  );
}
