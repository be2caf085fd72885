// SPDX-License-Identifier: Apache-2.0

import { RulesPart } from '../../../features/responsible-play/admin/rules-part.tsx';

export default RulesPart;
