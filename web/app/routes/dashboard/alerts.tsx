import { RequestList } from '../../../features/shop/admin/request-list.tsx';

export default RequestList;
