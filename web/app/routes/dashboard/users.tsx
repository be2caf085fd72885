import { UserList } from '../../../features/accounts/admin/user-list.tsx';

export default UserList;
