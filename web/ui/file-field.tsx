// SPDX-License-Identifier: Apache-2.0

import { type DragEvent, type ReactNode, type Ref, useEffect, useId, useState } from 'react';
import { cx } from '../lib/class-names.ts';
import { formatBytes } from '../lib/format.ts';
import { FieldError } from './field.tsx';
import { FileUp } from './icons/file-up.ts';

interface FileFieldProps {
  label: string;
  /** Media types, or file extensions such as ".csv". Images among them are previewed. */
  types: readonly string[];
  /** The message for an unsupported file type, such as "image/gif"; the type is empty if unknown. */
  wrongType: (type: string) => string;
  maxBytes: number;
  hint?: ReactNode;
  error?: string | undefined;
  file: File | undefined;
  /** Shown as long as no file is chosen. */
  current?: ReactNode;
  disabled?: boolean;
  inputRef?: Ref<HTMLInputElement>;
  /** Called with a file of the right type and size, or undefined if the chosen one is invalid. */
  onChange: (file: File | undefined) => void;
}

/** A field for dropping or choosing a file, which is checked before it is sent. */
export function FileField({
  label,
  types,
  wrongType,
  maxBytes,
  hint,
  error,
  file,
  current,
  disabled = false,
  inputRef,
  onChange,
}: FileFieldProps) {
  const id = useId();
  const [fault, setFault] = useState('');
  const said = fault || error;

  function take(chosen: File | undefined): void {
    if (!chosen || disabled) return;
    const wrong = findFault(chosen, { types, wrongType, maxBytes });
    setFault(wrong);
    onChange(wrong ? undefined : chosen);
  }
  const { isOver, dropping } = useDropping(!disabled, take);

  return (
    <div className="grid content-start gap-1.5">
      <span id={`${id}-label`} className="font-medium text-sm">
        {label}
      </span>
      <label
        {...dropping}
        className={cx(
          'relative grid cursor-pointer gap-3 border border-edge border-dashed bg-ink p-3 text-sm transition-colors duration-100 hover:border-muted',
          'has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-storm-soft has-[:disabled]:cursor-default',
          isOver && 'border-storm-soft bg-ink-2',
          said && 'border-loss',
        )}
      >
        <input
          ref={inputRef}
          type="file"
          className="sr-only"
          accept={types.join(',')}
          disabled={disabled}
          aria-labelledby={`${id}-label`}
          aria-invalid={said ? true : undefined}
          aria-describedby={cx(`${id}-file`, Boolean(said) && `${id}-error`, Boolean(hint) && `${id}-hint`)}
          onChange={({ target }) => {
            take(target.files?.[0]);
            // Makes choosing the same file again count as a change.
            target.value = '';
          }}
        />
        {file?.type.startsWith('image/') ? <Preview file={file} /> : current}
        <Chosen id={`${id}-file`} file={file} hasCurrent={Boolean(current)} />
      </label>
      {said && <FieldError id={`${id}-error`}>{said}</FieldError>}
      {hint && (
        <p id={`${id}-hint`} className="text-muted text-sm">
          {hint}
        </p>
      )}
    </div>
  );
}

/** @param take gets the first dropped file */
function useDropping(isOpen: boolean, take: (file: File | undefined) => void) {
  const [isOver, setOver] = useState(false);
  const dropping = {
    onDragOver: (event: DragEvent) => {
      event.preventDefault();
      setOver(isOpen);
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      setOver(false);
      take(event.dataTransfer.files[0]);
    },
  };
  return { isOver, dropping };
}

function Chosen({ id, file, hasCurrent }: { id: string; file: File | undefined; hasCurrent: boolean }) {
  return (
    <span id={id} className="flex min-h-8 min-w-0 items-center gap-2.5">
      <FileUp size={18} className="shrink-0 text-storm-soft" aria-hidden="true" />
      {file ? (
        <span className="min-w-0">
          <span className="wrap-anywhere block font-medium">{file.name}</span>
          <span className="num text-muted">{formatBytes(file.size)}</span>
        </span>
      ) : (
        <span className="text-soft">
          {hasCurrent ? 'Choose another file or drop it here' : 'Choose a file or drop it here'}
        </span>
      )}
    </span>
  );
}

function findFault(
  { name, type, size }: File,
  { types, wrongType, maxBytes }: Pick<FileFieldProps, 'types' | 'wrongType' | 'maxBytes'>,
): string {
  const isRight = types.some((one) =>
    one.startsWith('.') ? name.toLowerCase().endsWith(one) : type === one,
  );
  if (!isRight) return wrongType(type);
  if (size === 0) return 'This file is empty';
  return size > maxBytes ? `This file is larger than ${formatBytes(maxBytes)}` : '';
}

/** As `data:`, because the page's policy doesn't allow images from `blob:`. */
function Preview({ file }: { file: File }) {
  const [address, setAddress] = useState('');
  useEffect(() => {
    setAddress('');
    const reader = new FileReader();
    reader.onload = () => setAddress(String(reader.result));
    reader.readAsDataURL(file);
    return () => {
      reader.onload = null;
      reader.abort();
    };
  }, [file]);
  return (
    <span className="block aspect-2/1 overflow-hidden bg-ink-3">
      {address && <img src={address} alt="Preview" className="size-full object-cover" />}
    </span>
  );
}
