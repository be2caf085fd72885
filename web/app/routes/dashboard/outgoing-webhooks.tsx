// SPDX-License-Identifier: Apache-2.0

import { Endpoints } from '../../../features/outgoing-webhooks/endpoints.tsx';

export default Endpoints;
