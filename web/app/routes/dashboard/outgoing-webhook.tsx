// SPDX-License-Identifier: Apache-2.0

import { useParams } from 'react-router';
import { EndpointPage } from '../../../features/outgoing-webhooks/endpoint-page.tsx';

/** One webhook with its log. */
export default function OutgoingWebhook() {
  const id = useParams().id?.toLowerCase() ?? '';
  return <EndpointPage key={id} id={id} />;
}
