import { useSearchParams } from 'react-router';
import { Choices } from '../../ui/choices.tsx';
import { TextField } from '../../ui/field.tsx';
import { type ChosenSpan, firstPreset, presets } from './span.ts';

/** Chooses the days that the figures count, in the address. */
export function SpanBar({ chosen }: { chosen: ChosenSpan }) {
  const [address, setAddress] = useSearchParams();
  function change(changes: Record<'span' | 'from' | 'to', string | null>): void {
    const next = new URLSearchParams(address);
    for (const [name, value] of Object.entries(changes)) {
      if (value === null) next.delete(name);
      else next.set(name, value);
    }
    setAddress(next, { replace: true, preventScrollReset: true });
  }
  const choose = (changed: Partial<Record<'from' | 'to', string>>) =>
    change({ span: null, from: chosen.from, to: chosen.to, ...changed });
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
      <Choices
        label="Time"
        choices={presets}
        selected={chosen.preset ?? ''}
        onSelect={(preset) => change({ span: preset === firstPreset ? null : preset, from: null, to: null })}
      />
      <div className="grid gap-3 min-[23rem]:grid-cols-2 max-sm:w-full">
        <TextField
          label="From"
          type="date"
          className="min-w-0 grid-cols-1 [&_input]:px-3"
          value={chosen.from}
          max={chosen.to}
          error={chosen.fault || undefined}
          onChange={({ target }) => choose({ from: target.value })}
        />
        <TextField
          label="To (UTC days)"
          type="date"
          className="min-w-0 grid-cols-1 [&_input]:px-3"
          value={chosen.to}
          min={chosen.from}
          onChange={({ target }) => choose({ to: target.value })}
        />
      </div>
    </div>
  );
}
