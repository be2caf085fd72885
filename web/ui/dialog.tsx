// SPDX-License-Identifier: Apache-2.0

import { Dialog as Base } from '@base-ui/react/dialog';
import {
  type CSSProperties,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react';
import { cx } from '../lib/class-names.ts';
import { IconButton } from './button.tsx';
import { X } from './icons/x.ts';

const backdrop =
  'fixed inset-0 z-50 bg-scrim/86 transition-opacity duration-150 data-[ending-style]:opacity-0 data-[starting-style]:opacity-0';

/** When printed, it replaces the page, at full length. */
const sheet = 'print:static print:block print:max-h-none print:max-w-none print:translate-y-0';

/** Long texts contain nothing to tab to, so the scrolling part itself is focusable. */
const scrolledByKeyboard = { tabIndex: 0, role: 'group', 'aria-label': 'Content' };

interface DialogProps {
  open: boolean;
  /** Called on Escape, the cross, or a press outside. */
  onClose: () => void;
  title: string;
  /** Screen readers announce it with the title. */
  description?: ReactNode;
  /** The actions, always visible while the content scrolls. The last one is the main action: Ctrl+Enter presses it. */
  footer?: ReactNode;
  wide?: boolean;
  /** False while something runs that must not be interrupted. */
  mayClose?: boolean;
  /** Hides the page behind it. */
  isCover?: boolean;
  children?: ReactNode;
}

/** Another title means another step. The dialog then starts at the top, for the keyboard too. */
function useScrollToStart(title: string, frame: RefObject<HTMLElement | null>): void {
  const shown = useRef(title);
  useEffect(() => {
    if (shown.current === title) return;
    shown.current = title;
    const content = frame.current?.querySelector<HTMLElement>(':scope > [role=group]');
    for (const part of [frame.current, content]) part?.scrollTo({ top: 0, behavior: 'instant' });
    content?.focus({ preventScroll: true });
  }, [title, frame]);
}

const startFields =
  ':is(input:not([type=checkbox], [type=radio], [type=file]), textarea, select, [type=radio]:checked):not([readonly], :disabled, [tabindex="-1"])';

/**
 * Where the keyboard starts: in the field marked with `data-start`, or in the first one, if that is visible without
 * scrolling. Otherwise at the first focusable element, and always there on touch screens, because a field would open the
 * keyboard.
 */
function findStart(frame: HTMLElement | null): HTMLElement | true {
  const field =
    frame?.querySelector<HTMLElement>('[data-start]') ?? frame?.querySelector<HTMLElement>(startFields);
  if (!field || matchMedia('(pointer: coarse)').matches) return true;
  const { bottom, height } = field.getBoundingClientRect();
  const parts = [frame, field.closest('[role=group][tabindex]')];
  const isInSight = parts.every((part) => part && bottom <= part.getBoundingClientRect().bottom);
  return height > 0 && isInSight ? field : true;
}

/**
 * Ctrl+Enter presses the main action from anywhere: the last button of the footer, or the one that sends the form. Not
 * where a dialog shows something once or keeps a held page, because one press too many would end it. A held Enter only
 * adds lines to a text area: the press that opened a dialog must not also send it.
 */
function pressMain(event: KeyboardEvent, frame: HTMLElement | null, mayClose: boolean): void {
  const { key, target, repeat, defaultPrevented, nativeEvent } = event;
  if (key !== 'Enter' || defaultPrevented || nativeEvent.isComposing) return;
  const isChord = event.ctrlKey || event.metaKey;
  if (!isChord && !(repeat && !(target instanceof HTMLTextAreaElement))) return;
  event.preventDefault();
  event.stopPropagation();
  if (repeat || !mayClose) return;
  const main = ':scope > footer :is(button, a), :scope > [role=group] button[type=submit]';
  [...(frame?.querySelectorAll<HTMLElement>(main) ?? [])].at(-1)?.click();
}

/**
 * A modal dialog that traps the focus and returns it afterwards. Escape closes it. On phones it is at the bottom, near
 * the thumb.
 */
export function Dialog({
  open,
  onClose,
  title,
  description,
  footer,
  wide = false,
  mayClose = true,
  isCover = false,
  children,
}: DialogProps) {
  const frame = useRef<HTMLDivElement>(null);
  useScrollToStart(title, frame);
  return (
    <Base.Root open={open} onOpenChange={(next) => !next && mayClose && onClose()}>
      <Base.Portal>
        <Base.Backdrop className={cx(backdrop, isCover && 'bg-ink!')} forceRender={isCover} />
        <Base.Popup
          initialFocus={() => findStart(frame.current)}
          onKeyDown={(event) => pressMain(event, frame.current, mayClose)}
          className={cx(
            'fixed inset-x-3 bottom-3 z-50 mx-auto max-h-[calc(100dvh-1.5rem)] sm:top-1/2 sm:bottom-auto sm:-translate-y-1/2',
            'flex outline-none transition-[opacity,translate,scale] duration-150',
            'data-[ending-style]:scale-[0.98] data-[starting-style]:scale-[0.98] data-[ending-style]:opacity-0 data-[starting-style]:opacity-0',
            'cut cut-lg bg-line p-px',
            sheet,
            wide ? 'sm:max-w-3xl' : 'sm:max-w-lg',
          )}
        >
          <div
            ref={frame}
            className="cut-inner flex min-h-0 w-full flex-col bg-ink-1 short:block short:overflow-y-auto short:overscroll-contain"
          >
            <header className="flex items-start gap-3 border-line border-b px-5 py-4 pr-6 sm:px-6">
              <div className="min-w-0 flex-1 pt-1">
                <Base.Title className="text-xl">{title}</Base.Title>
                {description && (
                  <Base.Description render={<div />} className="mt-1.5 text-muted text-sm">
                    {description}
                  </Base.Description>
                )}
              </div>
              <Base.Close
                disabled={!mayClose}
                render={
                  <IconButton label="Dismiss" className="print:hidden">
                    <X size={20} aria-hidden="true" />
                  </IconButton>
                }
              />
            </header>
            {children && (
              <div
                {...scrolledByKeyboard}
                className="focus-inside min-h-0 flex-1 scroll-py-5 overflow-y-auto short:overflow-y-visible overscroll-contain px-5 py-5 sm:px-6"
              >
                {children}
              </div>
            )}
            {footer && (
              <footer className="flex flex-col-reverse gap-3 border-line border-t bg-ink-1 px-5 py-4 sm:flex-row sm:justify-end sm:px-6 print:hidden">
                {footer}
              </footer>
            )}
          </div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

/** The opener unmounts it after it has moved out of sight. */
function useMovesOut(onClose: () => void) {
  const [open, setOpen] = useState(true);
  return { open, onOpenChange: setOpen, onOpenChangeComplete: (isOpen: boolean) => !isOpen && onClose() };
}

/** A panel on the right, below the button that opened it. On phones it is a sheet at the bottom, near the thumb. */
export function DropPanel({
  below,
  onClose,
  title,
  children,
}: {
  /** Its upper edge, in pixels from the top of the window. */
  below: number;
  onClose: () => void;
  title: string;
  children: ReactNode;
}) {
  return (
    <Base.Root {...useMovesOut(onClose)}>
      <Base.Portal>
        <Base.Backdrop className={cx(backdrop, 'sm:bg-scrim/50')} />
        <Base.Popup
          style={{ '--below': `${below}px` } as CSSProperties}
          className={cx(
            'fixed z-50 flex cut cut-lg bg-line p-px outline-none transition-[opacity,translate] duration-150',
            'inset-x-3 bottom-3 max-h-[min(42rem,85dvh)]',
            'sm:top-(--below) sm:right-[max(1.125rem,calc(50vw-var(--wrap)/2+1.75rem))] sm:bottom-auto sm:left-auto sm:max-h-[min(42rem,calc(100dvh-var(--below)-1rem))] sm:w-105',
            'data-[ending-style]:translate-y-2 data-[starting-style]:translate-y-2 data-[ending-style]:opacity-0 data-[starting-style]:opacity-0 sm:data-[ending-style]:-translate-y-2 sm:data-[starting-style]:-translate-y-2',
          )}
        >
          <div className="cut-inner flex min-h-0 w-full flex-col bg-ink-1">
            <div className="flex h-15 shrink-0 items-center justify-between border-line border-b pr-4 pl-5">
              <Base.Title className="text-lg">{title}</Base.Title>
              <Base.Close
                render={
                  <IconButton label={`Close ${title.toLowerCase()}`}>
                    <X size={20} aria-hidden="true" />
                  </IconButton>
                }
              />
            </div>
            {children}
          </div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

/** A panel that slides in from the right edge: the menu on phones, and the player's own menu. */
export function SidePanel({
  onClose,
  title,
  children,
}: {
  onClose: () => void;
  title: string;
  children: ReactNode;
}) {
  return (
    <Base.Root {...useMovesOut(onClose)}>
      <Base.Portal>
        <Base.Backdrop className={backdrop} />
        <Base.Popup
          className={cx(
            'fixed inset-y-0 right-0 z-50 flex w-[min(22rem,88vw)] flex-col overflow-y-auto border-line border-l bg-ink-1 outline-none',
            'transition-[opacity,translate] duration-200 data-[ending-style]:translate-x-8 data-[starting-style]:translate-x-8 data-[ending-style]:opacity-0 data-[starting-style]:opacity-0',
          )}
        >
          <div className="flex h-17 shrink-0 items-center justify-between border-line border-b px-5">
            <Base.Title className="text-lg">{title}</Base.Title>
            <Base.Close
              render={
                <IconButton label="Close menu">
                  <X size={20} aria-hidden="true" />
                </IconButton>
              }
            />
          </div>
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
