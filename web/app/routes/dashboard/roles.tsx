import { RoleList } from '../../../features/accounts/admin/role-list.tsx';

export default RoleList;
