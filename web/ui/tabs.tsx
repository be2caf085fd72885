import { Tabs as Base } from '@base-ui/react/tabs';
import type { ReactNode } from 'react';
import { cx } from '../lib/class-names.ts';

export interface Tab {
  value: string;
  label: string;
  content: ReactNode;
}

/** Tabs whose choice the caller keeps (in the URL). */
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
  return (
    <Base.Root className="min-w-0" value={value} onValueChange={(next) => onChange(String(next))}>
      <Base.List aria-label={label} className="flex flex-wrap gap-x-1 border-line border-b">
        {tabs.map((tab) => (
          <Base.Tab
            key={tab.value}
            value={tab.value}
            className={cx(
              '-mb-px min-h-12 shrink-0 border-transparent border-b-2 px-2.5 font-display font-semibold text-muted sm:px-4',
              'transition-colors duration-100 hover:text-text data-[active]:border-gold data-[active]:text-text',
              'focus-visible:outline-offset-[-4px]',
            )}
          >
            {tab.label}
          </Base.Tab>
        ))}
      </Base.List>
      {/* Only the chosen one: Base UI keeps the other for a frame of exit animation that we do not have. */}
      {chosen && (
        <Base.Panel key={chosen.value} value={chosen.value} className="pt-6 outline-offset-4">
          {chosen.content}
        </Base.Panel>
      )}
    </Base.Root>
  );
}
