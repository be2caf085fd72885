import { Switch as Base } from '@base-ui/react/switch';
import { cx } from '../lib/class-names.ts';

/** Turns one thing on or off at once. `label` is its name for screen readers. */
export function Switch({
  label,
  checked,
  disabled,
  onChange,
}: {
  label: string;
  checked: boolean;
  disabled?: boolean;
  onChange: (checked: boolean) => void;
}) {
  return (
    <Base.Root
      aria-label={label}
      checked={checked}
      disabled={disabled}
      onCheckedChange={onChange}
      className={cx(
        'inline-flex h-6 w-11 shrink-0 cursor-pointer items-center border p-0.5 transition-colors duration-100',
        'border-edge bg-ink hover:border-muted data-[checked]:border-storm data-[checked]:bg-storm data-[disabled]:cursor-default data-[disabled]:opacity-50',
      )}
    >
      <Base.Thumb className="block size-4.5 bg-muted transition-transform duration-100 data-[checked]:translate-x-5 data-[checked]:bg-text" />
    </Base.Root>
  );
}
