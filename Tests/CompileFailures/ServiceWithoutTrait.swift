// expect: a governor is a service with the trait ServiceLifecycle
import ORDA

func service(of db: any Governor) -> any Sendable { db.service }
