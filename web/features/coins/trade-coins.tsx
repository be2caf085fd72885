// SPDX-License-Identifier: Apache-2.0

import { Elements } from '@stripe/react-stripe-js';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { type ReactNode, useCallback, useState } from 'react';
import type { Profile } from '../../../contract/accounts.ts';
import type { CoinPackage } from '../../../contract/coins.ts';
import { errorMessage } from '../../../contract/errors.ts';
import { getMessage } from '../../lib/api.ts';
import { profileQuery } from '../../lib/query.ts';
import { useSettings } from '../../lib/settings.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyPanel, ErrorPanel, Notice } from '../../ui/panels.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { packagesQuery } from './api.ts';
import { cardProviderQuery } from './card-provider.ts';
import { tileColumns } from './pack-tiles.tsx';
import { getOptions } from './packages.ts';
import { PaymentProgress } from './payment-progress.tsx';
import { PurchaseForm } from './purchase-form.tsx';
import { SandboxCards } from './secure-note.tsx';
import { usePayment } from './use-payment.ts';

interface TradeCoinsProps {
  /** The missing GC: the cheapest packages for them are offered first. */
  need: number | null;
  /** A link back to where the coins are needed, shown once they have arrived. */
  wayBack: ReactNode;
}

/** Coin packages paid by card (product specification, section 2.10). */
export function TradeCoins(props: TradeCoinsProps) {
  const profile = useQuery(profileQuery);
  // Used only once, since after a failure each newly mounted use would fetch again in a loop.
  const pricing = useQuery(packagesQuery);
  if (profile.error && !profile.data) {
    const message = getMessage(profile.error);
    return (
      <ErrorPanel
        error={profile.error}
        message={`Error loading profile: ${message}`}
        onRetry={() => void profile.refetch()}
      />
    );
  }
  if (!profile.data || pricing.isPending) return <TradeCoinsSkeleton />;
  if (pricing.data?.length === 0) {
    return <EmptyPanel title="No packages are on sale" text="Check back later." />;
  }
  return <Purchase {...props} profile={profile.data} pricing={pricing} />;
}

function Purchase({
  profile,
  pricing,
  need,
  wayBack,
}: TradeCoinsProps & { profile: Profile; pricing: UseQueryResult<CoinPackage[]> }) {
  const provider = useCardProvider();
  const flow = usePayment(profile._id, provider.retrieve);
  const [chosenKey, setChosenKey] = useState<string>();
  const [hasBought, setBought] = useState(false);
  // The number of missing coins in the address is outdated.
  const missing = hasBought ? null : need;
  const packages = pricing.data ?? [];
  const { phase } = flow;

  if (phase.name === 'succeeded' || phase.name === 'unclear') {
    return (
      <PaymentProgress
        playerId={profile._id}
        paymentId={phase.paymentId}
        isUnclear={phase.name === 'unclear'}
        wayBack={wayBack}
        onFinish={() => {
          setChosenKey(undefined);
          setBought(true);
          flow.finish();
        }}
      />
    );
  }
  const { options, preferred } = getOptions(packages, missing, flow.ordered);
  const chosen = options.find(({ key }) => key === (chosenKey ?? preferred));
  const problem =
    pricing.error && !pricing.data ? (
      <Problem onRetry={() => void pricing.refetch()}>Failed to fetch pricing options</Problem>
    ) : (
      provider.problem
    );
  return (
    <Elements stripe={provider.stripe}>
      <PurchaseForm
        packages={packages}
        options={options}
        chosen={chosen}
        onChoose={setChosenKey}
        balance={profile.gamerCoins}
        problem={problem}
        need={missing}
        flow={flow}
      />
      <SandboxCards />
    </Elements>
  );
}

/** The card provider. `retrieve` is undefined while it loads, and null if it failed to load. */
function useCardProvider() {
  const settings = useSettings();
  const query = useQuery({
    ...cardProviderQuery(settings ?? { stripePublishableKey: null, stripeScriptUrl: null }),
  });
  const stripe = query.data ?? null;
  const ask = useCallback(
    (clientSecret: string) => (stripe as NonNullable<typeof stripe>).retrievePaymentIntent(clientSecret),
    [stripe],
  );
  const isMissing = settings?.stripePublishableKey === null;
  const problem = isMissing ? (
    <Problem>{errorMessage('payments_unavailable')}</Problem>
  ) : query.isError ? (
    <Problem onRetry={() => void query.refetch()}>
      Stripe didn’t load. Nothing was charged. A script blocker may be the cause: allow js.stripe.com and try
      again.
    </Problem>
  ) : null;
  return { stripe, problem, retrieve: stripe ? ask : problem ? null : undefined };
}

function Problem({ onRetry, children }: { onRetry?: () => void; children: ReactNode }) {
  return (
    <Notice>
      <p className="font-medium text-text">{children}</p>
      {onRetry && (
        <Button size="sm" className="mt-3" onClick={onRetry}>
          Try again
        </Button>
      )}
    </Notice>
  );
}

function TradeCoinsSkeleton() {
  return (
    <Loading
      label="Loading packages..."
      className="flex flex-col gap-6 lg:grid lg:grid-cols-[minmax(0,1fr)_21rem] lg:items-start"
    >
      <Card inside="grid gap-6 px-5 py-6 sm:p-8">
        <div className="grid gap-4">
          <Skeleton className="h-7 w-48" />
          <div className={tileColumns}>
            {[1, 2, 3, 4].map((place) => (
              <Skeleton key={place} className="cut cut-md h-55.5" />
            ))}
          </div>
        </div>
        <Skeleton className="h-19" />
      </Card>
      <Card
        className="max-lg:contents"
        inside="max-lg:contents lg:grid lg:gap-6 lg:bg-linear-to-b lg:from-storm-dusk lg:to-ink-1 lg:p-6"
      >
        <div className="grid gap-5">
          <div className="flex items-center gap-5">
            <Skeleton className="size-22 rounded-full" />
            <Skeleton className="h-15 w-32" />
          </div>
          <Skeleton className="h-17.5" />
        </div>
        <Skeleton className="cut cut-md h-14" />
        <Skeleton className="h-15 sm:max-lg:h-10" />
      </Card>
    </Loading>
  );
}
