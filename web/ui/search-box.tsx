// SPDX-License-Identifier: Apache-2.0

import { useEffect, useId, useRef, useState } from 'react';
import { cx } from '../lib/class-names.ts';
import { IconButton } from './button.tsx';
import { inputClass } from './field.tsx';
import { Search } from './icons/search.ts';
import { X } from './icons/x.ts';

const typingMs = 250;

/** A search field that reports its text once typing pauses, or immediately on Enter. */
export function SearchBox({
  label,
  placeholder,
  value,
  onChange,
  className,
}: {
  label: string;
  placeholder: string;
  value: string;
  onChange: (value: string) => void;
  className?: string;
}) {
  const id = useId();
  const [typed, setTyped] = useState(value);
  const [seen, setSeen] = useState(value);
  /** Reported but not yet back as `value`: on a busy page the user may type on meanwhile. */
  const [waiting, setWaiting] = useState<readonly string[]>([]);
  if (value !== seen) {
    setSeen(value);
    const place = waiting.indexOf(value);
    setWaiting(waiting.slice(place < 0 ? waiting.length : place + 1));
    // Otherwise the Back button or a link changed the search.
    if (place < 0) setTyped(value);
  }
  function emitChange(text: string): void {
    if (text !== value) setWaiting((before) => [...before, text]);
    onChange(text);
  }
  const tell = useRef(emitChange);
  useEffect(() => {
    tell.current = emitChange;
  });
  useEffect(() => {
    if (typed.trim() === value) return;
    const timer = setTimeout(() => tell.current(typed.trim()), typingMs);
    return () => clearTimeout(timer);
  }, [typed, value]);

  return (
    <search className={cx('relative', className)}>
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <Search
        size={18}
        aria-hidden="true"
        className="-translate-y-1/2 pointer-events-none absolute top-1/2 left-3.5 text-muted"
      />
      <input
        id={id}
        type="search"
        placeholder={placeholder}
        maxLength={100}
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={({ key }) => {
          if (key === 'Enter') emitChange(typed.trim());
        }}
        className={cx(
          inputClass,
          'min-h-11! pr-11! pl-11! text-[0.9375rem]! [&::-webkit-search-cancel-button]:hidden',
        )}
      />
      {typed && (
        <IconButton
          label="Clear the search"
          className="absolute top-0.5 right-0.5"
          onClick={() => {
            setTyped('');
            emitChange('');
          }}
        >
          <X size={18} aria-hidden="true" />
        </IconButton>
      )}
    </search>
  );
}
