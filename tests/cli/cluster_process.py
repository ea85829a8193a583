"""Dask cluster in a separate process, in a module that the process can import.

Separate from the failing workers, which need not wait until Dask is loaded.
"""

from threading import Event

from distributed import LocalCluster


def run_cluster(address):
    """Run a whole cluster, send its address, and wait until the process is killed."""
    with LocalCluster(
        n_workers=1, threads_per_worker=1, processes=False, protocol="tcp", dashboard_address=None
    ) as cluster:
        address.send(cluster.scheduler_address)
        Event().wait()
