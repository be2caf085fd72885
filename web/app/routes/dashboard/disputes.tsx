import { DisputeList } from '../../../features/challenges/admin/dispute-list.tsx';

export default DisputeList;
