// SPDX-License-Identifier: Apache-2.0

import { useEffect, useRef, useState } from 'react';
import { useSettings } from '../../lib/settings.ts';
import { useNow } from '../../lib/use-now.ts';
import { Button } from '../../ui/button.tsx';
import { copyText } from '../../ui/copy.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { FailureText } from '../../ui/failure-text.tsx';
import { TextField } from '../../ui/field.tsx';
import { Copy } from '../../ui/icons/copy.ts';
import { Link2 } from '../../ui/icons/link-2.ts';
import { Unlink2 } from '../../ui/icons/unlink-2.ts';
import { Notice } from '../../ui/panels.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { notify } from '../../ui/toast.tsx';
import { missingToken, useDiscordToken } from './api.ts';
import { countdown } from './countdown.ts';

/** Whether Discord is linked, as a word with an icon. */
export function DiscordStatus({ isLinked }: { isLinked: boolean }) {
  return isLinked ? (
    <span className="inline-flex items-center gap-1.5 text-win">
      <Link2 size={16} aria-hidden="true" /> Linked
    </span>
  ) : (
    <span className="inline-flex items-center gap-1.5 text-muted">
      <Unlink2 size={16} aria-hidden="true" /> Not Linked
    </span>
  );
}

/**
 * Links Discord. A live `profile` event brings the profile that says so: the open dialog then closes by itself, and
 * `onLinked` takes the focus, since its button is gone.
 */
export function DiscordLink({ isLinked, onLinked }: { isLinked: boolean; onLinked: () => void }) {
  const [isOpen, setOpen] = useState(false);
  const token = useDiscordToken();
  const wasOpen = useRef(false);

  useEffect(() => {
    if (isLinked && wasOpen.current) {
      setOpen(false);
      notify.done('Discord linked!');
      onLinked();
    }
    wasOpen.current = isOpen && !isLinked;
  }, [isLinked, isOpen, onLinked]);

  function generate(): void {
    setOpen(true);
    token.mutate(undefined, {
      onError: (error) =>
        notify.fetchFailed(error.message === missingToken ? missingToken : 'Failed to generate token'),
    });
  }

  return (
    <>
      {!isLinked && (
        <Button full size="sm" onClick={generate} busy={token.isPending && 'Generating...'}>
          Generate Token
        </Button>
      )}
      <Dialog
        open={isOpen && !isLinked}
        onClose={() => setOpen(false)}
        title="Link Discord"
        description="Your token works once, and replaces any earlier one."
        footer={<Button onClick={() => setOpen(false)}>Close</Button>}
      >
        {token.data ? (
          <TokenToCopy {...token.data} onRenew={generate} />
        ) : token.error ? (
          <div className="grid gap-4">
            <Notice title="Failed to generate token">
              <FailureText error={token.error} />
            </Notice>
            <Button onClick={generate}>Try again</Button>
          </div>
        ) : (
          <Loading label="Generating the token..." className="grid gap-1.5">
            <Skeleton className="h-5 w-14" />
            <Skeleton className="h-12" />
            <Skeleton className="h-5 w-32" />
            <Skeleton className="mt-3.5 h-22 w-4/5" />
          </Loading>
        )}
      </Dialog>
    </>
  );
}

function TokenToCopy({
  token,
  expiresAt,
  onRenew,
}: {
  token: string;
  expiresAt: string;
  onRenew: () => void;
}) {
  const left = countdown(expiresAt, useNow(true));
  if (left === null) {
    return (
      <div className="grid gap-4">
        <Notice tone="gold" title="This token has expired">
          Nothing was linked. Generate a new one to go on.
        </Notice>
        <Button onClick={onRenew}>Generate Token</Button>
      </div>
    );
  }
  return (
    <div className="grid gap-5">
      <TextField
        label="Token"
        readOnly
        value={token}
        className="[&_input]:font-display sm:[&_input]:tracking-wide max-sm:[&_input]:px-3 max-sm:[&_input]:text-[0.8125rem]"
        onFocus={(event) => event.currentTarget.select()}
        hint={
          <>
            Expires in <span className="num">{left}</span>
          </>
        }
        trailing={
          <Button
            className="max-sm:px-4"
            icon={<Copy size={18} aria-hidden="true" />}
            onClick={() => void copyText(token, 'Discord token copied!', 'Failed to copy token')}
          >
            <span className="max-sm:sr-only">Copy</span>
          </Button>
        }
      />
      <ol className="grid list-decimal gap-1.5 pl-5 text-soft text-sm marker:text-storm-soft">
        <li>
          <OpenServer />
        </li>
        <li>
          Type <code className="bg-ink-3 px-1.5 py-0.5 font-display text-text">/link</code> and paste the
          token.
        </li>
        <li>This window closes as soon as Discord is linked.</li>
      </ol>
    </div>
  );
}

/** Links to the Discord server if the installation names one. */
function OpenServer() {
  const address = useSettings()?.discordServerUrl;
  if (!address) return 'Open our Discord server.';
  return (
    <a
      href={address}
      target="_blank"
      rel="noreferrer"
      className="text-storm-soft underline underline-offset-4 hover:text-text"
    >
      Open our Discord server.
    </a>
  );
}
