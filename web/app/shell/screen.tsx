// SPDX-License-Identifier: Apache-2.0

import { Outlet, useRouteError } from 'react-router';
import { ErrorScreen } from '../error-screen.tsx';

/** Stands between a frame and its screens: when one of them fails, header and menu stay. */
export default function Screen() {
  return <Outlet />;
}

export function ErrorBoundary() {
  return <ErrorScreen error={useRouteError()} />;
}
