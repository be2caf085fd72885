// SPDX-License-Identifier: Apache-2.0

/** Parts of a page that load and fail independently, so that one failure leaves the rest of the page intact. */
import { Component, type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react';
import { loadPart } from '../lib/load-part.ts';
import { reportLazily } from '../lib/report-errors.ts';
import { hasTyped } from '../lib/typed-fields.ts';
import { ErrorPanel } from './panels.tsx';

interface BoundaryProps {
  /** Replaces a failed part; by default nothing, for parts that the page can do without. */
  failure?: ReactNode;
  children: ReactNode;
}

/** Catches a part's error so that the page around it stays. React supports this only in classes. */
export class PartBoundary extends Component<BoundaryProps, { hasFailed: boolean }> {
  static getDerivedStateFromError = () => ({ hasFailed: true });

  override state = { hasFailed: false };

  override componentDidCatch(error: unknown): void {
    reportLazily(error);
  }

  override render(): ReactNode {
    return this.state.hasFailed ? this.props.failure : this.props.children;
  }
}

interface Looks<Props> {
  /** Shown while it loads. */
  placeholder?: ReactNode;
  /** Shown if it fails, with a retry function; by default nothing. `hasLoaded`: it failed while displayed. */
  failure?: (retry: () => void, props: Props, hasLoaded: boolean) => ReactNode;
}

interface Source<Props> extends Looks<Props> {
  Part: ComponentType<Props>;
  hasLoaded: boolean;
  loadAnew: () => void;
}

/**
 * A part of a page whose code loads when first shown.
 * @returns its component
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  looks: Looks<Props> = {},
) {
  const create = (loading: typeof load) =>
    lazy(async () => {
      const part = await loading();
      source.hasLoaded = true;
      return { default: part };
    }) as unknown as ComponentType<Props>;
  const source: Source<Props> = {
    ...looks,
    hasLoaded: false,
    Part: create(() => loadPart(load)),
    loadAnew() {
      source.Part = create(() => loadAnew(load));
    },
  };
  return (props: Props) => <LazyPart source={source} props={props} />;
}

function LazyPart<Props extends object>({ source, props }: { source: Source<Props>; props: Props }) {
  const [tries, setTries] = useState(0);
  const { Part, placeholder, failure } = source;
  const retry = () => {
    source.loadAnew();
    setTries(tries + 1);
  };
  return (
    <PartBoundary key={tries} failure={failure?.(retry, props, source.hasLoaded)}>
      <Suspense fallback={placeholder}>
        <Part {...props} />
      </Suspense>
    </PartBoundary>
  );
}

/** After a release the part is gone, and some browsers never retry a failed import. Then only a reload helps. */
async function loadAnew<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    return await loadPart(load);
  } catch (error) {
    // Typed input elsewhere on the page matters more than this part.
    if (!hasTyped()) window.location.reload();
    throw error;
  }
}

/** The default `failure` of a page's section. */
export const failedSection = (retry: () => void) => (
  <ErrorPanel error={undefined} message="This part couldn’t be loaded." onRetry={retry} />
);
