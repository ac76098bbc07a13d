#!/bin/bash
# The guest's first process: file systems, udev with our rules, then what the kernel's command line
# names; the power goes off behind it.
export PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 TZ=UTC
export PYTHONPATH=/run/product:/opt/site DEALER_ASSIST_GUEST=1

# The initial RAM disk has mounted /proc, /sys and /dev.
mkdir -p /dev/pts /dev/shm
mount -t devpts devpts /dev/pts
mount -t tmpfs tmpfs /dev/shm
mount -t tmpfs tmpfs /tmp
ip link set lo up
modprobe -a 9pnet_virtio 9p xhci_pci vhci_hcd ftdi_sio cdc_acm usbhid hid_generic evdev

groupadd --system dealer-assist
useradd --system --gid dealer-assist --no-create-home dealer-assist
mkdir -p /etc/udev/rules.d
cp /run/product/systemd/60-dealer-assist.rules /etc/udev/rules.d/
/lib/systemd/systemd-udevd --daemon
udevadm trigger --action=add && udevadm settle

echo "guest: Linux $(uname -r), up $(cut -d' ' -f1 /proc/uptime) s after its start"
cd /run/product || exit
job=$(grep -o 'guest\.job=[a-z]*' /proc/cmdline)
case ${job#*=} in
    cases)
        mkdir -p /out && mount -t 9p -o trans=virtio,version=9p2000.L out /out
        mapfile -t args < /out/args
        python3 -X faulthandler -m pytest tests/guest/cases -vv --no-header --tb=short \
            --color=no -o faulthandler_timeout=120 --junitxml=/out/junit.xml "${args[@]}"
        dmesg > /out/kernel.log
        ;;
    table)
        python3 -X faulthandler -m tests.guest.power.table
        ;;
esac
sync
echo o > /proc/sysrq-trigger
sleep 10
