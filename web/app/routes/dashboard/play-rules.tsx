import { RulesPart } from '../../../features/responsible-play/admin/rules-part.tsx';

export default RulesPart;
